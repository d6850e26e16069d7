/**
 * A signal that aborts with another one or after a timeout. `clear` removes timer and listener: `AbortSignal.any` and
 * `AbortSignal.timeout` leave theirs to garbage collection, at a higher cost than all checks of a call.
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

/** A controller that also aborts with another signal and is released with the work. */
export function endingWith(signal: AbortSignal): AbortController {
  const controller = new AbortController()
  const leave = () => controller.abort(signal.reason)
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave)
  return controller
}
