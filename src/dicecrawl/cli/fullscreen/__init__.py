"""The full screen: a game at the terminal in panels, played with single keys. Needs the extra `tui`.

It shows what `tabletop` words and draws. `choice` holds how far an answer has come, `panels` turns the sitting into lines;
only `app`, `board`, `asides` and `widgets` know textual, and they are imported when a full screen is asked for.
"""
