import { expect, test } from 'vitest'
import { fromResponse } from '#contract/http/http.ts'
import { stringifyJson } from '#contract/json.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { commandRows, lifeText, type Status, runningStates } from '#pages/devices/device/commands/command-rows.ts'

const sent = (...commands: unknown[]) =>
  fromResponse(listDeviceCommands, { status: 200, headers: {}, body: stringifyJson({ commands }) }).rows
const rows = (...commands: unknown[]) => commandRows(sent(...commands))
const said = (status: Status | undefined) => status?.label
const [minute, start] = [60_000, 1_768_000_000_000]

test('the newest command comes first, one without a time last', () => {
  const times = [start, '--', start + minute, String(start + 2 * minute)]
  expect(rows(...times.map((added_time, id) => ({ command_history_id: id, added_time }))).map(({ id }) => id)).toEqual([
    '3',
    '2',
    '0',
    '1',
  ])
})

test.each([
  [-1, 'Not applicable', 'muted'],
  [0, 'Failed', 'bad'],
  [1, 'Initiated', 'info'],
  [2, 'Success', 'ok'],
  [3, 'In progress', 'info'],
  [4, '4, meaning not defined', 'muted'],
])('command status %s says "%s"', (command_status, label, tone) => {
  expect(rows({ command_status })[0]?.status).toMatchObject({ raw: String(command_status), tone })
  expect(said(rows({ command_status })[0]?.status)).toBe(label)
})

test('in the life of a scan 4 is in progress and 3 has no meaning', () => {
  const life = [1, 4, 3, 2].map((status_code, step) => ({ status_code, updated_time: start + step * minute }))
  const [row] = rows({ command_name: 'scan', command_life: life })
  expect(row?.life.map(({ status }) => said(status))).toEqual([
    'Initiated',
    'In progress',
    '3, meaning not defined',
    'Success',
  ])
})

test('in the life of any other command the number has no meaning, and the text of the server speaks', () => {
  const [row] = rows({ command_name: 'lock', command_life: [{ status_code: 4, status_description: 'Sent to device' }] })
  expect(row?.life[0]).toMatchObject({
    text: 'Sent to device',
    status: { raw: '4', code: { field: 'status_code', value: '4' } },
  })
})

test('a life is told in the order it happened', () => {
  const life = [2, 0, 1].map((step) => ({ status_description: `step ${step}`, updated_time: start + step * minute }))
  expect(rows({ command_life: life })[0]?.life.map(({ text }) => text)).toEqual(['step 0', 'step 1', 'step 2'])
})

test('remarks are shown in whichever spelling they come, each once', () => {
  const [row] = rows({
    remarks: 'Not reachable',
    remark: 'Not reachable',
    localized_remark: 'Nicht da',
    remarks_args: 'x',
  })
  expect(row?.remarks).toEqual(['Not reachable', 'Nicht da', 'Arguments: x'])
})

test('rows have different ids, whatever the server sends', () => {
  const ids = rows({ command_id: 1 }, { command_id: 1 }, {}, { command_history_id: 9007199254741993n }).map(
    ({ id }) => id,
  )
  expect(new Set(ids).size).toBe(4)
  expect(ids).toContain('9007199254741993')
})

test('the page asks again only while a command is on its way', () => {
  expect(runningStates(sent({ command_status: 1 }))).toBe(true)
  expect(runningStates(sent({ command_status: 2 }, { command_status: 3 }))).toBe(true)
  expect(runningStates(sent({ command_status: -1 }, { command_status: 0 }, { command_status: 4 }, {}))).toBe(false)
})

test.each([
  [1, 'waiting'],
  [3, 'running'],
  [2, 'ended'],
  [0, 'ended'],
  [-1, 'ended'],
  [4, 'unknown'],
  [undefined, 'unknown'],
])('a command with the status %s is %s', (command_status, phase) => {
  expect(commandRows([{ command_status }])).toMatchObject([{ phase }])
})

test('a file that proves a command has its remarks, each step, when it was and by whom', () => {
  const [row] = commandRows([
    {
      command_name: 'lock',
      remarks: 'Done',
      command_life: [
        { updated_time: Date.UTC(2026, 0, 2), status_code: 1, status_description: 'Initiated', added_by_name: 'ada' },
      ],
    },
  ])
  expect(row && lifeText(row)).toBe('Done\n2026-01-02T00:00:00.000Z Initiated by ada')
})
