"""Tables, pages and files that people read, made from the records alone. Pure: text out, no files."""
