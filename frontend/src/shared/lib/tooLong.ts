/** Whether a text is longer than the API takes, which counts characters, not the halves of those that are stored as two. */
export const isTooLong = (text: string, { maxLength }: { maxLength: number }): boolean => text.length > maxLength && [...text].length > maxLength
