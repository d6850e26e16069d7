const defaultMax = 4_000
const ports = 3

/**
 * How many sockets one port may hold. All three together take at most three quarters of the descriptors that the
 * process may open: database, log and calls to servers need some while strangers have all of theirs.
 */
export function maxSockets(): number {
  Object.assign(process.report, { excludeNetwork: true }) // it would look up names
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
  const descriptors = Number(userLimits?.open_files?.soft)
  return Number.isFinite(descriptors) ? Math.min(defaultMax, Math.floor((descriptors * 0.75) / ports)) : defaultMax
}
