import { buildIfStale } from '#server/build.ts'

/** Built once, before each worker starts a product of its own. */
export default () => buildIfStale()
