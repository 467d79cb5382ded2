"""Help for writers of content: checking, explaining, formatting it, and testing it in the author's words."""
