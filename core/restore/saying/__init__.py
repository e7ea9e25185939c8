"""What a put-back value is called in the other language, where that is certain."""
