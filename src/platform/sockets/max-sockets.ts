const defaultMax = 4_000
const ports = 3

/**
 * Maximum number of sockets per port. All three ports together use at most three quarters of the file descriptors,
 * leaving some for database, log and upstream requests.
 */
export function maxSockets(): number {
  Object.assign(process.report, { excludeNetwork: true }) // avoids DNS lookups
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } }
  const descriptors = Number(userLimits?.open_files?.soft)
  return Number.isFinite(descriptors) ? Math.min(defaultMax, Math.floor((descriptors * 0.75) / ports)) : defaultMax
}
