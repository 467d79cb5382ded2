"""Questions about chance and balance: exact distributions, odds, simulations and their intervals. Opened late."""
