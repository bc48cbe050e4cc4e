"""The command glmeter and its libraries, in the folder `lib` of this package."""
