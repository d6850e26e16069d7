import type { Finding } from '#contract/console/connections.ts'
import { found, settingOf } from './finding.ts'
import { noAnswer } from './knock.ts'
import type { ServerObservations } from './observations.ts'

type Words = { title: string; next: (setting: string) => string }

const closed: Record<string, Words> = {
  ENOTFOUND: {
    title: 'Host name not found',
    next: (setting) => `Check the host name in ${setting}; it must resolve on the host of this console.`,
  },
  EAI_AGAIN: {
    title: 'The host name could not be resolved',
    next: () => 'Check the network and the DNS servers of the host of this console.',
  },
  ECONNREFUSED: {
    title: 'Connection refused at this port',
    next: (setting) => `Check the port in ${setting}, and that the server is running.`,
  },
  EHOSTUNREACH: {
    title: 'Host unreachable',
    next: (setting) => `Check the address in ${setting}, and the network between this console and that server.`,
  },
  [noAnswer]: {
    title: 'The host does not respond',
    next: (setting) => `Check the address in ${setting}; a firewall may block this console.`,
  },
}
const wayBlocked = closed.EHOSTUNREACH as Words
const sameAs: Record<string, string> = { ENETUNREACH: 'EHOSTUNREACH', ETIMEDOUT: noAnswer, ECONNABORTED: noAnswer }

/** Checks whether a server responds at the address. */
export function checkReach(look: ServerObservations): Finding[] {
  const { upstream, knock, first, speaks } = look
  const { host } = upstream.baseUrl
  const setting = settingOf(upstream, 'base_url')
  if (!knock.opens && knock.at !== 'handshake') {
    const { title, next } = closed[sameAs[knock.code] ?? knock.code] ?? wayBlocked
    return [found('reach', 'bad', title, { detail: `${host} (${knock.code})`, next: next(setting) })]
  }
  if (speaks) return [found('reach', 'good', 'The host accepts connections', { detail: host })]
  const silent = knock.opens ? first?.problem?.code === 'TIMEOUT' : knock.code === noAnswer
  if (silent) {
    return [
      found('reach', 'bad', 'The server accepts the connection but does not respond', {
        detail: host,
        next: `Check whether the server is overloaded. If it is not, another program may use this port: check ${setting}.`,
      }),
    ]
  }
  if (knock.opens && first?.problem && !first.answer) {
    return [
      found('reach', 'bad', 'The server closes the connection without a valid response', {
        detail: `${host}: ${first.problem.message}`,
        next: `Check that ${setting} has the right port.`,
      }),
    ]
  }
  const took = first?.answer ? `, ${first.milliseconds} ms` : ''
  return [found('reach', 'good', 'The server responds', { detail: host + took })]
}
