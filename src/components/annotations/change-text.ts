/** Describes the change of a value. */
export const changeText = (before: string, after: string, file?: string) => {
  const what =
    before === '' ? `Set to “${after}”` : after === '' ? `“${before}” removed` : `“${before}” changed to “${after}”`
  return file ? `${what} (imported from ${file})` : what
}
