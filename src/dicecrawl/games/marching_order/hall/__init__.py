"""The gambling hall of Rotbottom: three games whose numbers are cards and whose flow is here."""
