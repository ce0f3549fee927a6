/** How many characters the API counts in a text: without surrounding spaces, which are not sent, and each of those that are stored as two as one. */
export const lengthOf = (text: string): number => [...text.trim()].length

/** Whether a text is longer than the API takes. */
export const isTooLong = (text: string, { maxLength }: { maxLength: number }): boolean => text.length > maxLength && lengthOf(text) > maxLength
