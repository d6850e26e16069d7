/**
 * A signal that ends with another one, or after so long. `clear` takes its timer and listener away: `AbortSignal.any` and
 * `AbortSignal.timeout` leave theirs to the collector of garbage, which costs every call more than all its checks.
 */
export function deadline(gone: AbortSignal, ms: number) {
  const controller = new AbortController()
  const leave = () => controller.abort(gone.reason)
  const clear = () => {
    clearTimeout(timer)
    gone.removeEventListener('abort', leave)
  }
  const timer = setTimeout(() => {
    clear()
    controller.abort(new DOMException('No answer in time', 'TimeoutError'))
  }, ms).unref()
  if (gone.aborted) leave()
  else gone.addEventListener('abort', leave)
  return { signal: controller.signal, clear }
}

/** A controller whose signal also ends with another one, which lives no longer than the work that both are for. */
export function endingWith(signal: AbortSignal): AbortController {
  const controller = new AbortController()
  const leave = () => controller.abort(signal.reason)
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave)
  return controller
}
