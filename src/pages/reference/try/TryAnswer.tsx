import { type LoggedCall, shownCall } from '#api/wire-log.ts'
import { CallDetail } from '#components/calls/CallDetail.tsx'
import type { Output, Endpoint } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import { isFilePart } from '#contract/http/file-part.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { IconDownload } from '#ui/theme/icons.ts'
import { jsonText } from '#ui/values/json-text.ts'
import { saveFile } from '#ui/values/save-file.ts'
import { Secret } from '#ui/values/Secret.tsx'

/** Result of a call: the output or the error, and the recorded request. */
export type Outcome = { output?: Output<Endpoint>; problem?: Problem; call: LoggedCall | undefined }

export const textOfAnswer = ({ problem, call }: Outcome) =>
  problem ? `Failed: ${problem.message}` : `Response received in ${call?.milliseconds.toLocaleString('en') ?? '–'} ms.`

export function TryAnswer({ endpoint, outcome: { output, problem, call } }: { endpoint: Endpoint; outcome: Outcome }) {
  return (
    <Panel title="Result">
      {problem && <ProblemPanel problem={problem} />}
      {call && <CallDetail call={shownCall(call)}>{problem ? undefined : contentOf(endpoint, output)}</CallDetail>}
    </Panel>
  )
}

/** Content that the call log does not store, such as files and secrets. */
function contentOf(endpoint: Endpoint, output: Output<Endpoint>) {
  if (isFilePart(output)) {
    const { name, bytes, type } = output
    return (
      <Group gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          File “{name}”, {bytes.length.toLocaleString('en')} bytes.
        </Text>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => saveFile(name, Uint8Array.from(bytes), type ?? 'application/octet-stream')}
        >
          Save
        </Button>
      </Group>
    )
  }
  return endpoint.secret ? <Secret label="the answer" reveal={() => jsonText(output)} /> : undefined
}
