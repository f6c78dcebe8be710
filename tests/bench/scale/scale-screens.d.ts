declare module 'virtual:scale-screens' {
  const screens: Record<string, import('#engine/document/document.ts').CompiledScreen>;
  export default screens;
}
