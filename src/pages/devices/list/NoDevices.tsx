import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { Button, Text } from '#ui/layout/layout.ts'

/** Shown while the list of devices is empty. */
export const NoDevices = () => (
  <>
    <Text size="sm" c="dimmed" maw="40rem" ta="center">
      Devices appear here after they enroll. Removed devices are hidden. To manage devices of an existing server, start
      this console with a connections file (TRIPTYCH_CONNECTIONS).
    </Text>
    <Button component={Link} to={paths.connections} variant="default" size="xs">
      Show connected servers
    </Button>
  </>
)

/** Offered if no device matches while removed ones are hidden. */
export const ShowRemoved = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" size="xs" onClick={onClick}>
    Include removed devices
  </Button>
)
