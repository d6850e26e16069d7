import type { Finding } from '#contract/console/connections.ts'
import { found, settingOf } from './finding.ts'
import { noAnswer } from './knock.ts'
import type { Look } from './look.ts'

type Words = { title: string; next: (setting: string) => string }

const closed: Record<string, Words> = {
  ENOTFOUND: {
    title: 'No machine has this name',
    next: (setting) => `Check the host name in ${setting}; it must be known to the machine that this console runs on.`,
  },
  EAI_AGAIN: {
    title: 'The name could not be looked up',
    next: () => 'Check the network and the name servers of the machine that this console runs on.',
  },
  ECONNREFUSED: {
    title: 'Nothing listens at this port',
    next: (setting) => `Check the port in ${setting}, and that the server is running.`,
  },
  EHOSTUNREACH: {
    title: 'There is no way to this machine',
    next: (setting) => `Check the address in ${setting}, and the network between this console and that server.`,
  },
  [noAnswer]: {
    title: 'The machine does not answer',
    next: (setting) => `Check the address in ${setting}; a firewall may keep this console away from that server.`,
  },
}
const wayBlocked = closed.EHOSTUNREACH as Words
const sameAs: Record<string, string> = { ENETUNREACH: 'EHOSTUNREACH', ETIMEDOUT: noAnswer, ECONNABORTED: noAnswer }

/** Whether there is somebody at that address who answers at all. */
export function checkReach(look: Look): Finding[] {
  const { upstream, knock, first, speaks } = look
  const { host } = upstream.baseUrl
  const setting = settingOf(upstream, 'base_url')
  if (!knock.opens && knock.at !== 'handshake') {
    const { title, next } = closed[sameAs[knock.code] ?? knock.code] ?? wayBlocked
    return [found('reach', 'bad', title, { detail: `${host} (${knock.code})`, next: next(setting) })]
  }
  if (speaks) return [found('reach', 'good', 'Somebody answers at this address', { detail: host })]
  const silent = knock.opens ? first?.problem?.code === 'TIMEOUT' : knock.code === noAnswer
  if (silent) {
    return [
      found('reach', 'bad', 'The server takes the connection and then says nothing', {
        detail: host,
        next: `See whether the server is busy or stuck. If it is not, another program has this port: check ${setting}.`,
      }),
    ]
  }
  if (knock.opens && first?.problem && !first.answer) {
    return [
      found('reach', 'bad', 'The server ends the connection without a proper answer', {
        detail: `${host}: ${first.problem.message}`,
        next: `Check that ${setting} leads to the right port.`,
      }),
    ]
  }
  const took = first?.answer ? `, ${first.milliseconds} ms` : ''
  return [found('reach', 'good', 'The server answers', { detail: host + took })]
}
