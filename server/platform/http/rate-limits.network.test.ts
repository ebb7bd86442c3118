import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import { networkOf } from './rate-limits.ts'

const from = (ip: string | undefined, remoteAddress: string | undefined = '192.0.2.1') =>
  networkOf({ ip, socket: { remoteAddress } } as FastifyRequest)

describe('network of an address', () => {
  test.each([
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0:0::1', '2001:db8:0:0::/64'],
    ['2001:DB8:0000::0:1', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['2001:db8::192.0.2.9', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['[2001:db8::1]:4711', '2001:db8:0:0::/64'],
    ['2001:db8::1%eth0', '2001:db8:0:0::/64'],
    ['fe80::1%a-zone-of-its-own', 'fe80:0:0:0::/64'],
    ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ])('groups %s into %s', (ip, network) => expect(from(ip)).toBe(network))
})

describe("text that is not an address is replaced with the connection's address", () => {
  test.each([
    'unknown',
    '_hidden',
    '',
    ' ',
    '1.2',
    '0x7f.1',
    '256.1.1.1',
    '203.0.113.7:99999999',
    '2001:db8',
    '2001:db8::1::2',
    '[2001:db8::1',
    '2001:db8::1]',
    '%eth0',
    `fe80::1%${'z'.repeat(100)}`,
    '2001:db8::1'.repeat(10_000),
    '<script>',
  ])('ignores invalid text %#', (ip) => expect(from(ip)).toBe('192.0.2.1'))

  test('puts all requests into one network when both addresses are missing', () => {
    expect(networkOf({ ip: 'x', socket: {} } as FastifyRequest)).toBe('unknown')
  })
})
