import { useState } from 'react'
import { explainProblems } from '#api/explained.ts'
import { Problem } from '#contract/problem.ts'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { useRefusal } from './refusal.ts'
import { Refusal } from './Refusal.tsx'

type Props = {
  label: string
  /** Starts the authorization request and returns its URL; undefined if it is no longer needed. */
  begin: () => Promise<string | undefined>
}

/**
 * Opens the identity provider in a new window, so that the page stays unchanged. The result arrives as a message to all
 * tabs, because the window cannot be accessed while it shows another origin.
 */
export function CloudWindow({ label, begin }: Props) {
  const refusal = useRefusal()
  const [opened, setOpened] = useState(false)
  const open = () =>
    refusal.unlessRefused(async () => {
      // Opened before the URL is known: browsers allow new windows only directly in the click handler.
      const beside = window.open('about:blank', '_blank', 'popup,width=560,height=760')
      if (!beside) {
        await explainProblems()
        throw new Problem('WINDOW_BLOCKED')
      }
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
