/** Folders of the pages that call an operation, by its ID. The build fills it in, from the imports of the pages. */
export const usedBy: Readonly<Record<string, readonly string[]>> = {}
