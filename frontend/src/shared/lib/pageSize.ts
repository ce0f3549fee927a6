/** The rows of a page of a list, where none are chosen. */
export const defaultPageSize = 50
