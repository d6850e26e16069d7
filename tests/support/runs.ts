/** In every run some examples of what is tested with arbitrary ones; in `npm run test:deep` all of them. */
export const runs = (some: number, all: number): number => (process.env.TRIPTYCH_TESTS === 'deep' ? all : some)
export const isDeep = runs(0, 1) === 1

/**
 * A limit by the clock on the wall, in milliseconds: as stated in `npm run test:deep`, which has a quiet machine; five
 * times as much in every run, so that other work on the machine fails no test.
 */
export const withinMs = (ms: number): number => runs(5 * ms, ms)
