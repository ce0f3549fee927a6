/** All Japanese texts: each file's name is the first part of its keys. */
export const texts = import.meta.glob('./ja/*.json', { eager: true, import: 'default' })
