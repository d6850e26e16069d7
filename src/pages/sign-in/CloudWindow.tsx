import { useState } from 'react'
import { Problem } from '#contract/problem.ts'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { useRefusal } from './refusal.ts'
import { Refusal } from './Refusal.tsx'

type Props = {
  label: string
  /** Begins the visit; gives its address, unless there is no need for one any more. */
  begin: () => Promise<string | undefined>
}

/**
 * To the identity provider in a window of its own: the page below stays as it is. What came of it is told from there to
 * all tabs; the window itself is out of reach once another site is in it.
 */
export function CloudWindow({ label, begin }: Props) {
  const refusal = useRefusal()
  const [opened, setOpened] = useState(false)
  const open = () =>
    refusal.unlessRefused(async () => {
      // Before the address is known: browsers open a window only as the direct answer to a click.
      const beside = window.open('about:blank', '_blank', 'popup,width=560,height=760')
      if (!beside) throw blocked
      const address = await begin().catch((error: unknown) => {
        beside.close()
        throw error
      })
      if (address === undefined) beside.close()
      else beside.location.replace(address)
      setOpened(address !== undefined)
    })
  return (
    <Stack gap="md">
      <Refusal {...refusal} />
      <Button
        fullWidth
        data-autofocus
        variant={opened ? 'default' : 'filled'}
        disabled={refusal.secondsLeft > 0}
        onClick={() => void open()}
      >
        {label}
      </Button>
      {opened && (
        <Text component="output" display="block" size="sm" c="dimmed">
          Continue in the window that has opened. This page updates automatically.
        </Text>
      )}
    </Stack>
  )
}

const blocked = new Problem('WINDOW_BLOCKED')
