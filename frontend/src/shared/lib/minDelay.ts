/** Waits for the work, but at least `ms`, so that a very quick save is visible. Failures wait too. */
export async function minDelay<T>(work: Promise<T>, ms: number): Promise<T> {
  const [result] = await Promise.allSettled([work, new Promise(resolve => setTimeout(resolve, ms))])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
