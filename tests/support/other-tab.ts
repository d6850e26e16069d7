// Another tab of the same browser, as far as the tabs tell each other of the session.
import { onTestFinished } from 'vitest'
import { sessionChannel } from '#contract/session.ts'

export function otherTab() {
  const channel = new BroadcastChannel(sessionChannel)
  onTestFinished(() => channel.close())
  const heard: unknown[] = []
  channel.addEventListener('message', ({ data }) => heard.push(data))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin only
  return { heard, tell: (message: unknown) => channel.postMessage(message) }
}
