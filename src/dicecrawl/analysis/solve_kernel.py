"""The arithmetic of the solver, compiled: hits placed, dice kept, abilities chosen, all by one rule of what is better.

Every quantity is a pair: the chance of winning, and the rounds still to be expected. Better is the higher chance; among
chances that differ by no more than `tol`, the fewer rounds (DV-61). The chance told is always the highest. Parties are
numbered; dice are multisets, numbered by size (`Lattice`), of which the full ones come last.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, prange

Array = Any  # numba checks the types of arrays when it compiles


@njit(cache=True)
def chain(zv: Array, zn: Array, follow: Array, top: int, tol: float) -> Any:
    """Place 0 to `top` hits from every party, one after another, in the best way.

    `zv`, `zn` is what a party is worth after its last hit, `follow` the parties that one hit can lead to (-1: no more);
    a party without any is lost. Gives worth and rounds by hits and party, and the party to which the best way leads.
    """
    parties = zv.shape[0]
    v, n = np.zeros((top + 1, parties)), np.zeros((top + 1, parties))
    to = np.empty((top + 1, parties), np.int32)
    for p in range(parties):
        v[0, p], n[0, p], to[0, p] = zv[p], zn[p], p
    for h in range(1, top + 1):
        for p in range(parties):
            best, rounds, end = -1.0, 0.0, p
            for k in range(follow.shape[1]):
                q = follow[p, k]
                if q < 0:
                    break
                a, b = v[h - 1, q], n[h - 1, q]
                if a > best + tol or (a >= best - tol and b < rounds):
                    rounds, end = b, to[h - 1, q]
                if a > best:
                    best = a
            v[h, p], n[h, p], to[h, p] = max(best, 0.0), rounds, end
    return v, n, to


@njit(cache=True)
def afflicted(v: Array, n: Array, follow: Array, most: int, tol: float) -> Any:
    """Place 0 to `most` conditions before the hits of `v`, `n` (by hits and party): by conditions, hits and party."""
    hits, parties = v.shape
    cv, cn = np.zeros((most + 1, hits, parties)), np.zeros((most + 1, hits, parties))
    cv[0], cn[0] = v, n
    for s in range(1, most + 1):
        for h in range(hits):
            for p in range(parties):
                best, rounds = -1.0, 0.0
                for k in range(follow.shape[1]):
                    q = follow[p, k]
                    if q < 0:
                        break
                    a, b = cv[s - 1, h, q], cn[s - 1, h, q]
                    if a > best + tol or (a >= best - tol and b < rounds):
                        rounds = b
                    if a > best:
                        best = a
                cv[s, h, p], cn[s, h, p] = max(best, 0.0), rounds
    return cv, cn


@njit(cache=True)
def rolled(cv: Array, cn: Array, dice: Array, weights: Array, where: Array, yv: Array, yn: Array) -> None:
    """What the opponents' roll makes of it, for the parties in `where`.

    `dice` is how many they roll against each party, -1 for none to roll, -2 for too late; `weights` are the chances by
    dice, conditions and hits.
    """
    for p in where:
        number = dice[p]
        if number == -2:
            yv[p], yn[p] = 0.0, 0.0
        elif number == -1:
            yv[p], yn[p] = cv[0, 0, p], cn[0, 0, p]
        else:
            a, b = 0.0, 0.0
            for s in range(min(number + 1, cv.shape[0])):
                for h in range(min(number - s + 1, cv.shape[1])):
                    w = weights[number, s, h]
                    a += w * cv[s, h, p]
                    b += w * cn[s, h, p]
            yv[p], yn[p] = a, b


@njit(cache=True)
def merged(ptr: Array, ids: Array, yv: Array, yn: Array, where: Array, wv: Array, wn: Array, tol: float) -> None:
    """For each row of abilities against opponents the best of what they can make of them (`ids` into `yv`, `yn`)."""
    for row in range(ptr.shape[0] - 1):
        for p in where:
            best, rounds = -1.0, 0.0
            for k in range(ptr[row], ptr[row + 1]):
                a, b = yv[ids[k], p], yn[ids[k], p]
                if a > best + tol or (a >= best - tol and b < rounds):
                    rounds = b
                if a > best:
                    best = a
            wv[row, p], wn[row, p] = best, rounds


@njit(cache=True)
def _with_self(
    kv: float, kn: float, row: int, q: int, self_ptr: Array, self_ids: Array, sv: Array, sn: Array, tol: float
) -> Any:
    """The better of what is known and of what leads back here; and which way back it is (-1: none)."""
    best, rounds, which = kv, kn, -1
    for k in range(self_ptr[row], self_ptr[row + 1]):
        s = self_ids[k]
        a, b = sv[s, q], sn[s, q]
        if a > best + tol or (a >= best - tol and b < rounds):
            rounds, which = b, s
        if a > best:
            best = a
    return best, rounds, which


@njit(cache=True)
def _round(
    p: int, base: int, group: int, allot_ptr: Array, allot_ids: Array, rows: Array, heals: Array, heal_ptr: Array,
    heal_to: Array, wv: Array, wn: Array, self_ptr: Array, self_ids: Array, sv: Array, sn: Array, add: Array, sub: Array,
    full: int, rolls: int, xv: Array, xn: Array, xq: Array, xs: Array, rv: Array, rn: Array, mv: Array, mn: Array,
    mp: Array, kept: Array, chosen: Array, tol: float,
) -> Any:  # fmt: skip
    """One round of a party: the worth of its first roll. Notes in `kept` and `chosen` what is best to do.

    `base` is the number of its first companion with the same conditions: healing leads to `base` + `heal_to`.
    """
    uses = rows.shape[0]
    local = p - base
    for u in range(uses):
        best, rounds, end, way = -1.0, 0.0, -1, -1
        for k in range(heal_ptr[heals[u], local], heal_ptr[heals[u], local + 1]):
            q = base + heal_to[k]
            a, b, s = _with_self(wv[rows[u], q], wn[rows[u], q], rows[u], q, self_ptr, self_ids, sv, sn, tol)
            if a > best + tol or (a >= best - tol and b < rounds):
                rounds, end, way = b, q, s
            if a > best:
                best = a
        xv[u], xn[u], xq[u], xs[u] = best, rounds, end, way
    total = rv.shape[0]
    for d in range(total - full):
        best, rounds, end = -1.0, 0.0, -1
        for k in range(allot_ptr[group, d], allot_ptr[group, d + 1]):
            u = allot_ids[k]
            if xv[u] > best + tol or (xv[u] >= best - tol and xn[u] < rounds):
                rounds, end = xn[u], u
            if xv[u] > best:
                best = xv[u]
        rv[full + d], rn[full + d], chosen[d] = best, rounds, end
    for left in range(rolls):
        for k in range(full - 1, -1, -1):
            a, b = 0.0, 0.0
            for f in range(add.shape[1]):
                a += rv[add[k, f]]
                b += rn[add[k, f]]
            rv[k], rn[k] = a / add.shape[1], b / add.shape[1]
        if left == rolls - 1:
            break
        for k in range(total):
            best, rounds, end = rv[k], rn[k], k
            for f in range(sub.shape[1]):
                j = sub[k, f]
                if j >= 0:
                    if mv[j] > best + tol or (mv[j] >= best - tol and mn[j] < rounds):
                        rounds, end = mn[j], mp[j]
                    if mv[j] > best:
                        best = mv[j]
            mv[k], mn[k], mp[k] = best, rounds, end
        for d in range(total - full):
            rv[full + d], rn[full + d] = mv[full + d], mn[full + d]
            kept[left, d] = mp[full + d]
    return rv[0], rn[0] + 1.0


@njit(parallel=True, cache=True)
def sweep(
    where: Array, base: int, groups: Array, allot_ptr: Array, allot_ids: Array, rows: Array, heals: Array, heal_ptr: Array,
    heal_to: Array, wv: Array, wn: Array, self_ptr: Array, self_ids: Array, sv: Array, sn: Array, add: Array, sub: Array,
    full: int, rolls: int, backs: Array, tol: float,
) -> Any:  # fmt: skip
    """One round of every party in `where`.

    Gives worth and rounds of each, and, if `backs` has room for it, the chance to come back to this situation, by
    party, by the way back, and by the party as the opponents then roll.
    """
    count, total = where.shape[0], add.shape[0]
    out_v, out_n = np.empty(count), np.empty(count)
    uses, dice = rows.shape[0], total - full
    for i in prange(count):
        xv, xn = np.empty(uses), np.empty(uses)
        xq, xs = np.empty(uses, np.int32), np.empty(uses, np.int32)
        rv, rn, mv, mn = np.empty(total), np.empty(total), np.empty(total), np.empty(total)
        mp = np.empty(total, np.int32)
        kept, chosen = np.empty((max(rolls, 1), dice), np.int32), np.empty(dice, np.int32)
        p = where[i]
        out_v[i], out_n[i] = _round(
            p, base, groups[p], allot_ptr, allot_ids, rows, heals, heal_ptr, heal_to, wv, wn, self_ptr, self_ids, sv, sn,
            add, sub, full, rolls, xv, xn, xq, xs, rv, rn, mv, mn, mp, kept, chosen, tol,
        )  # fmt: skip
        if backs.shape[0]:
            mass = np.zeros(total)
            mass[0] = 1.0
            for left in range(rolls - 1, -1, -1):
                for k in range(full):
                    if mass[k] > 0.0:
                        share = mass[k] / add.shape[1]
                        for f in range(add.shape[1]):
                            mass[add[k, f]] += share
                        mass[k] = 0.0
                if left:
                    for d in range(dice):
                        if mass[full + d] > 0.0:
                            j = kept[left - 1, d]
                            if j != full + d:
                                mass[j] += mass[full + d]
                                mass[full + d] = 0.0
            for d in range(dice):
                u = chosen[d]
                if xs[u] >= 0:
                    backs[i, xs[u], xq[u] - base] += mass[full + d]
    return out_v, out_n


@njit(cache=True)
def returns(
    again: Array, back: Array, where: Array, base: int, dice: Array, weights: Array, to: Array, meant: Array, comes: Array
) -> None:
    """Add to `again` the chances to come back as which companion, from those in `back` to roll against which one.

    `to` is where hits lead, for the parties that are `meant`; `comes` are the companions with whom play comes back.
    """
    for j in range(back.shape[1]):
        p = base + j
        number = dice[p]
        if not meant[j] or number == -2:
            continue
        hits = 0 if number == -1 else min(number, to.shape[0] - 1)
        for h in range(hits + 1):
            end = j if number == -1 else to[h, j]
            if not comes[end]:
                continue
            w = 1.0 if number == -1 else weights[number, 0, h]
            for i in range(back.shape[0]):
                again[i, end] += w * back[i, j]


@njit(cache=True)
def settle(again: Array, rest: Array) -> Any:
    """Solve x = again @ x + rest: a party that comes back with chances below 1 in all. By elimination, no pivot needed."""
    size = again.shape[0]
    a = np.empty((size, size))
    for i in range(size):
        for j in range(size):
            a[i, j] = (1.0 if i == j else 0.0) - again[i, j]
    x = rest.copy()
    for k in range(size):
        for i in range(k + 1, size):
            if a[i, k] != 0.0:
                factor = a[i, k] / a[k, k]
                for j in range(k + 1, size):
                    a[i, j] -= factor * a[k, j]
                for c in range(x.shape[1]):
                    x[i, c] -= factor * x[k, c]
    for k in range(size - 1, -1, -1):
        for c in range(x.shape[1]):
            total = x[k, c]
            for j in range(k + 1, size):
                total -= a[k, j] * x[j, c]
            x[k, c] = total / a[k, k]
    return x


@njit(cache=True)
def levels(bv: Array, bn: Array, add: Array, sub: Array, full: int, rolls: int, tol: float) -> Any:
    """What any dice are worth if the rest is rolled with so many rolls to come, by rolls to come and multiset.

    `bv`, `bn` is what the full dice are worth in the end. Row 0 has the full dice only; the full dice of a later row are
    worth what can be made of them with one roll less.
    """
    total = add.shape[0]
    v, n = np.zeros((rolls + 1, total)), np.zeros((rolls + 1, total))
    mv, mn = np.empty(total), np.empty(total)
    v[0, full:], n[0, full:] = bv, bn
    for left in range(1, rolls + 1):
        for k in range(total):
            if k >= full:
                v[left, k], n[left, k] = v[left - 1, k], n[left - 1, k]
        if left > 1:
            for k in range(total):
                mv[k], mn[k] = v[left - 1, k], n[left - 1, k]
                for f in range(sub.shape[1]):
                    j = sub[k, f]
                    if j >= 0:
                        if mv[j] > mv[k] + tol or (mv[j] >= mv[k] - tol and mn[j] < mn[k]):
                            mn[k] = mn[j]
                        mv[k] = max(mv[k], mv[j])
            for k in range(full, total):
                v[left, k], n[left, k] = mv[k], mn[k]
        for k in range(full - 1, -1, -1):
            a, b = 0.0, 0.0
            for f in range(add.shape[1]):
                a += v[left, add[k, f]]
                b += n[left, add[k, f]]
            v[left, k], n[left, k] = a / add.shape[1], b / add.shape[1]
    return v, n
