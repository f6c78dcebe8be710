import { describe, expect, it } from 'vitest';
import { parseFpingLine, parsePing } from './ping-output.ts';

describe('the output of fping', () => {
  it('tells each packet as it comes back or is given up', () => {
    expect(parseFpingLine('127.0.0.1    : [0], 64 bytes, 0.034 ms (0.034 avg, 0% loss)')).toEqual({
      address: '127.0.0.1',
      roundTrip: 0.034,
      ttl: null,
    });
    expect(parseFpingLine('::1 : [1], 64 bytes, 12 ms (12 avg, 0% loss) (TTL 57)')).toEqual({
      address: '::1',
      roundTrip: 12,
      ttl: 57,
    });
    expect(parseFpingLine('10.255.255.1 : [2], timed out (NaN avg, 100% loss)')).toEqual({
      address: '10.255.255.1',
      roundTrip: null,
      ttl: null,
    });
  });

  it.each([
    '',
    'ICMP Host Unreachable from 10.0.0.1 for ICMP Echo sent to 10.0.0.9',
    '127.0.0.1 : 0.02 0.41',
    "fping: can't create socket (must run as root?)",
  ])('takes nothing from %j', (line) => expect(parseFpingLine(line)).toBeUndefined());
});

describe('the output of ping', () => {
  it('is read on Linux, without duplicates and summary', () => {
    const text = `PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.
64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.305 ms
64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.310 ms (DUP!)
64 bytes from 127.0.0.1: icmp_seq=3 ttl=64 time=0.2 ms

--- 127.0.0.1 ping statistics ---
3 packets transmitted, 2 received, 33% packet loss, time 402ms
rtt min/avg/max/mdev = 0.200/0.252/0.305/0.052 ms`;
    expect(parsePing(text, 3)).toEqual({ roundTrips: [0.305, 0.2, null], ttl: 64 });
  });

  it('is read on macOS, BusyBox and Windows', () => {
    expect(
      parsePing(
        '16 bytes from ::1, icmp_seq=0 hlim=64 time=0.115 ms\nround-trip min/avg/max/std-dev = 0.115/0.115/0.115/0.0 ms',
        1,
      ),
    ).toEqual({ roundTrips: [0.115], ttl: 64 });
    expect(
      parsePing(
        '64 bytes from 127.0.0.1: seq=0 ttl=64 time=0.042 ms\nround-trip min/avg/max = 0.042/0.042/0.042 ms',
        1,
      ),
    ).toEqual({ roundTrips: [0.042], ttl: 64 });
    expect(
      parsePing(
        'Reply from 127.0.0.1: bytes=32 time<1ms TTL=128\r\n    Minimum = 0ms, Maximum = 0ms, Average = 0ms',
        2,
      ),
    ).toEqual({ roundTrips: [1, null], ttl: 128 });
  });

  it('knows silence and an unreachable host', () => {
    expect(parsePing('From 10.0.0.1 icmp_seq=1 Destination Host Unreachable\n', 2)).toEqual({
      roundTrips: [null, null],
      ttl: null,
    });
    expect(parsePing('', 1)).toEqual({ roundTrips: [null], ttl: null });
  });
});
