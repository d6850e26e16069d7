type Fill = { ending: AbortController; filled: Promise<void> }

/** The plans that this process is filling, by the number of their job. */
export function planFills() {
  const fills = new Map<number, Fill>()
  /** Afterwards nothing more is added to it here. */
  const end = async (job: number) => {
    const fill = fills.get(job)
    fill?.ending.abort()
    await fill?.filled
  }
  return {
    /** `filled` never rejects. */
    begin: (job: number, ending: AbortController, filled: Promise<void>) => {
      const fill = { ending, filled }
      fills.set(job, fill)
      void filled.then(() => fills.get(job) === fill && fills.delete(job))
    },
    end,
    close: () => Promise.all([...fills.keys()].map(end)),
  }
}
