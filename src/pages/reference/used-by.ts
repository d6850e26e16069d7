/** Folders of the pages that call an operation, by its id. Filled in by the build from the imports of the pages. */
export const usedBy: Readonly<Record<string, readonly string[]>> = {}
