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

/** `key` is the name used in `index.html`: endpoint ID and body. */
export type FirstCall = {
  key: string
  address: string
  body: string
  /** Whether the call follows, given the previous response. */
  follows: (before: string) => boolean
}

function callOf<E extends Endpoint>(endpoint: E, input: Input<E>, follows: FirstCall['follows']): FirstCall {
  const body = stringifyJson(toWireInput(endpoint, input))
  return { key: `${endpoint.id} ${body}`, address: addressOf(endpoint), body, follows }
}

const ofEveryPage = callOf(currentSession, {}, () => true)

const isSignedIn = (text: string) => answerIn(currentSession, text).state === 'signed-in'
/**
 * Whether the list was cut off, which the device list uses to detect supported parameters
 * (`components/devices/checked-devices.ts`).
 */
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

/** The first requests of a page, identical to those of the browser. An address with a query may need other rows. */
export const firstCalls = (path: string, search: string): readonly FirstCall[] => [
  ofEveryPage,
  ...((search === '' && ofPages[path]) || []),
]
