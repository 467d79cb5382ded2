"""Playing a whole game at the terminal, prompt by prompt, alone or by turns at one keyboard.

It draws what a ruleset shows (`core.showing`) and knows no game: `questions` words what is asked, `menu` numbers the
answers and reads them, `drawing` draws sheets, lines and maps, `logbook` tells what happens, `chances` asks the analysis.
"""
