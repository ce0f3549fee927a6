/** A named choice. */
export interface Option {
  id: string
  name: string
}
