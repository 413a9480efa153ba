"""What is claimed."""
