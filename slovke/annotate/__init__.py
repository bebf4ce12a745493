"""Manual evaluation: people judge what systems extracted or translated, and how well they agree.

Source: the SlovKE paper, section 6.3 and figure 6; skLEP's study of translations. The order of the
work: `sampling` draws a task, `task` keeps it as plain files, `server` shows it to one annotator
and writes their `judgements`, `scores` and `agreement` count, `report` says it; `formats` takes a
task to other tools and back.
"""
