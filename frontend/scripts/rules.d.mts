export function source(document: unknown): string
export function document(): unknown
