import type { UploadItem } from './item'

export interface Totals {
  files: number
  done: number
  failed: number
  /** Bytes. */
  size: number
  sent: number
}

/** The progress of the started files. */
export function totalsOf(items: readonly UploadItem[]): Totals {
  const started = items.filter(({ target, phase }) => target && phase !== 'refused')
  const sum = (value: (item: UploadItem) => number) => started.reduce((total, item) => total + value(item), 0)
  return {
    files: started.length,
    done: started.filter(({ phase }) => phase === 'done').length,
    failed: started.filter(({ phase }) => phase === 'failed').length,
    size: sum(({ file }) => file.size),
    sent: sum(({ sent }) => sent),
  }
}

/** Percent: sending counts nine tenths, registering the rest. */
export function percentOf({ files, done, size, sent }: Totals): number {
  if (files === 0) return 0
  return Math.round(90 * (size === 0 ? 1 : sent / size) + 10 * (done / files))
}
