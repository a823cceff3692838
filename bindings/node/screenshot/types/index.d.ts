/** Importing it gives pages `screenshot()`, and the matchers `toMatchScreenshot()`. */
export {};
