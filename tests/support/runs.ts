/** In every run some examples of what is tested with arbitrary ones; in `npm run test:deep` all of them. */
export const runs = (some: number, all: number): number => (process.env.TRIPTYCH_TESTS === 'deep' ? all : some)
export const isDeep = runs(0, 1) === 1
