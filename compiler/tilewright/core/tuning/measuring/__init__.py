"""Building and measuring candidates, in processes of their own."""
