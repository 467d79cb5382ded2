"""Rotbottom between two delves: recruiting, the store, services as cards, gambling, and who marches next."""
