/** Makes each formatter once: making one takes a hundred times as long as formatting with it, and tables format hundreds of values. */
function kept<Options, Formatter>(make: (locale: string, options?: Options) => Formatter): (locale: string, options?: Options) => Formatter {
  const made = new Map<string, Formatter>()
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`
    let formatter = made.get(key)
    if (!formatter) made.set(key, (formatter = make(locale, options)))
    return formatter
  }
}

export const dateFormatter = kept((locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options))

export const numberFormatter = kept((locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
