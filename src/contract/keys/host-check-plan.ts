/** Schedule for checking known TLS hosts. The reference checks hosts on request only; an extension. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { integer, record, text } from '#contract/wire.ts'
import { detailOf, operation } from './result.ts'

const of = (name: string) =>
  ({
    source: 'extension of key-management, sslCertSingleDiscovery',
    path: `/api/pki/own/${name}`,
    encoding: 'json',
  }) as const

const maxHours = 24 * 31

export const getHostCheckPlan = endpoint({
  ...of('getHostCheckPlan'),
  id: 'keys.getHostCheckPlan',
  summary: 'Schedule and progress of the regular checks of TLS hosts',
  method: 'GET',
  input: z.object({}),
  output: detailOf(
    'getHostCheckPlan',
    record({
      EveryHours: integer,
      SetBy: text,
      SetAt: text,
      LastRunAt: text,
      LastRunHosts: integer,
      NextRunAt: text,
      Waiting: integer,
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'EveryHours is 0 while nothing is planned; LastRunAt and LastRunHosts are absent before the first run',
    'Waiting counts the hosts that wait for a check, of whatever asked for it',
  ],
})

export const setHostCheckPlan = endpoint({
  ...of('setHostCheckPlan'),
  id: 'keys.setHostCheckPlan',
  summary: 'Schedule regular checks of all known TLS hosts, or stop them',
  target: ['EveryHours'],
  method: 'POST',
  input: z.object({ EveryHours: z.int().check(z.minimum(0), z.maximum(maxHours)) }),
  output: operation('setHostCheckPlan'),
  permission: 'KeyManagement_Admin',
  changes: ['keys.certificate'],
  assumes: [
    'The first run begins EveryHours after the plan was set, each later one that long after the one before',
    'A run reads the certificate of each host and checks it; a run that a restart interrupts continues afterward',
  ],
})

export const hostCheckPlanRows = { getHostCheckPlan, setHostCheckPlan }
