declare module 'virtual:bench-screen-*' {
  const screen: import('#engine/document/document.ts').CompiledScreen;
  export default screen;
}
