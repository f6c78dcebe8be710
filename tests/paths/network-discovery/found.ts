// What a discovery reports and finds.
export const looking = (done: number, total: number) => ({
  stage: 'work',
  stages: ['work'],
  done,
  total,
  rate: 0,
  secondsLeft: null,
  cancelRequested: false,
});

export const router = { ip: '192.0.2.1', name: 'gw.example', role: 'Router' };
export const printer = { ip: '192.0.2.7', name: 'printer.example', role: 'Printer' };
