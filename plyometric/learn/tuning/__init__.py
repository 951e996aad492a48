"""Tuning a search: settings under which known answers are found after fewer nodes.

    parameters  what can be turned, by how much, and in which steps
    objectives  what a setting costs, from what became of each position
    bench       settings measured on positions, none twice, every node counted
    racing      many settings at once: who is clearly behind is measured no further
    methods     ways to look for a better setting, all by ask and tell
    packages    two more such ways, by the packages cma and optuna
    screening   parameters that do nothing, or only while another is set
    tuner       a budget of nodes spent by a method, and what came of it on positions held out

Source: Y. Bjornsson and T. A. Marsland, Learning search control in adversary games.
"""
