import { useState } from 'react'
import { call } from '#api/call.ts'
import { longestReturn, startCloudSignIn } from '#contract/session.ts'
import { Button, Stack } from '#ui/layout/layout.ts'
import { useRefusal } from './refusal.ts'
import { Refusal } from './Refusal.tsx'
import { returnAddress } from './return-address.ts'

/** Signs in at the identity provider in the same window. */
export function CloudSignIn({ title, variant }: { title: string; variant: 'filled' | 'default' }) {
  const refusal = useRefusal()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    const returnTo = returnAddress(new URLSearchParams(window.location.search))
    const begun = await refusal.unlessRefused(() =>
      call(startCloudSignIn, returnTo.length > longestReturn ? {} : { returnTo }),
    )
    if (begun) window.location.assign(begun.address)
    else setLeaving(false)
  }
  return (
    <Stack gap="md">
      <Refusal {...refusal} />
      <Button
        variant={variant}
        fullWidth
        loading={leaving}
        disabled={refusal.secondsLeft > 0}
        onClick={() => void leave()}
      >
        Sign in with {title}
      </Button>
    </Stack>
  )
}
