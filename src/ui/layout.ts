/** What pages arrange their content with. Mantine stays behind this folder. */
export {
  Anchor,
  Badge,
  Box,
  Button,
  Card,
  Code,
  Divider,
  Flex,
  Grid,
  Group,
  List,
  SimpleGrid,
  Stack,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
