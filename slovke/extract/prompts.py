"""The instructions that KeyLLM sends: the paper's prompt (appendix A), and our Slovak translation.

The paper used "prompts in both Slovak and English, yielding no significant differences", printed
the English one only, and reports results with it. The Slovak one here is our translation of it.
"""

from slovke.errors import InputError

PROMPTS = {
    "en": (
        "I have the following document:\n{document}\n\n"
        "Based on the information above, extract {count} keywords that best describe the topic of "
        "the text. Make sure to only extract keywords that appear in the text. Provide the "
        "extracted keywords as a list separated by a semicolon. Sort the keywords by their "
        "relevance to the text from the most relevant to the least relevant. Do not add any "
        'additional text such as "Keywords:" etc.'
    ),
    "sk": (
        "Mám tento dokument:\n{document}\n\n"
        "Na základe uvedených informácií vyber {count} kľúčových slov, ktoré najlepšie vystihujú "
        "tému textu. Vyberaj iba kľúčové slová, ktoré sa v texte nachádzajú. Uveď ich ako zoznam "
        "oddelený bodkočiarkami. Zoraď ich podľa významu pre text od najdôležitejšieho po najmenej "
        "dôležité. Nepridávaj žiaden ďalší text, napríklad „Kľúčové slová:“ a podobne."
    ),
}


def prompt_for(document: str, *, language: str = "en", count: int = 15) -> str:
    """The message for one document; its text is put in as it is, braces and all.

    Raises:
        InputError: there is no prompt in that language.
    """
    try:
        prompt = PROMPTS[language]
    except KeyError:
        raise InputError(
            f"no prompt in language {language!r}: take one of {', '.join(PROMPTS)}"
        ) from None
    before, after = prompt.split("{document}")
    return before + document + after.replace("{count}", str(count))
