"""The engine: it knows no theorem."""
