import { consolePath } from './console-path.ts'
import { findCertificates } from './console/certificate-list.ts'
import { findRequests } from './console/request-list.ts'
import { findSshKeys } from './console/ssh-key-list.ts'
import { listComputers } from './desktop/som.ts'
import type { Endpoint, Input } from './endpoint.ts'
import { fromResponse, toWireInput } from './http/http.ts'
import { stringifyJson } from './json.ts'
import { firstDevices, listDevices, oneDevice } from './mdm/device-list.ts'
import { addressOf, currentSession } from './session.ts'

/** `key` is what `index.html` calls it: row id and body. */
export type FirstCall = {
  key: string
  address: string
  body: string
  /** Whether it follows the answer to the one before. */
  follows: (before: string) => boolean
}

function callOf<E extends Endpoint>(endpoint: E, input: Input<E>, follows: FirstCall['follows']): FirstCall {
  const body = stringifyJson(toWireInput(endpoint, input))
  return { key: `${endpoint.id} ${body}`, address: addressOf(endpoint), body, follows }
}

const ofEveryPage = callOf(currentSession, {}, () => true)

const isSignedIn = (text: string) => answerIn(currentSession, text).state === 'signed-in'
/** As the list finds out whether its parameters count (`components/devices/asked-devices.ts`). */
const isCut = (text: string) => {
  const { rows, total = 0 } = answerIn(listDevices, text)
  return total > rows.length
}
const answerIn = <E extends Endpoint>(endpoint: E, body: string) =>
  fromResponse(endpoint, { status: 200, headers: {}, body })

const ofPages: Readonly<Record<string, readonly FirstCall[]>> = {
  [consolePath.devices]: [callOf(listDevices, firstDevices, isSignedIn), callOf(listDevices, oneDevice, isCut)],
  [consolePath.desktops]: [callOf(listComputers, { page: 0, pagelimit: 50 }, isSignedIn)],
  [consolePath.certificates]: [callOf(findCertificates, { offset: 0, limit: 100 }, isSignedIn)],
  [consolePath.requests]: [callOf(findRequests, { offset: 0, limit: 100 }, isSignedIn)],
  [consolePath.sshKeys]: [callOf(findSshKeys, { offset: 0, limit: 100 }, isSignedIn)],
}

/** What a page asks first, in the very words of the browser; where its address has a query, its rows may be others. */
export const firstCalls = (path: string, search: string): readonly FirstCall[] => [
  ofEveryPage,
  ...((search === '' && ofPages[path]) || []),
]
